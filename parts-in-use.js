import { fileURLToPath } from 'node:url'

// The bundles hold of a package the parts in use. Some entries of packages stand in the way of that: here another file of the same package serves.

const inPackages = path => fileURLToPath(new URL(`node_modules/${path}`, import.meta.url))

/** Packages that give Node one CommonJS file, of which nothing can be left out, and have the same code as modules. */
const AS_MODULES = {
  'hash-wasm': inPackages('hash-wasm/dist/index.esm.js'),
  rxjs: inPackages('rxjs/dist/esm/index.js'),
  yaml: inPackages('yaml/browser/index.js'),
}

/** The entry of undici loads its fetch, caches and mocks too, and puts an agent of its own under Node's fetch. */
const UNDICI_PARTS = '\0undici'
const undiciParts = `export { default as Pool } from ${JSON.stringify(inPackages('undici/lib/dispatcher/pool.js'))}`

/**
 * `z` of the door `oddsmith` has all languages of zod, 270 kB, and a process with a plugin would read them at each start. They stand in a file of
 * their own instead, which is read when one of them is asked for. English is what zod speaks without being asked.
 */
function readLater(code) {
  const named = code.replaceAll(/^export \{ default as (\w+) \} from .*$/gm, (line, name) =>
    name === 'en' ? line : `export const ${name} = () => languages().${name}()`,
  )
  const languages = `const languages = () => createRequire(placeOfModule("src/languages.js"))('./languages.cjs')`
  return { code: `import { createRequire } from 'node:module'\n${languages}\n${named}`, map: null }
}

export const partsInUse = {
  name: 'parts-in-use',
  resolveId: { filter: { id: /^(?:hash-wasm|rxjs|yaml|undici)$/ }, handler: id => AS_MODULES[id] ?? UNDICI_PARTS },
  load: { filter: { id: /^\0undici$/ }, handler: () => undiciParts },
  transform: { filter: { id: /zod\/v4\/locales\/index\.js$/ }, handler: readLater },
}

/** All languages of zod: see `readLater`. */
export const LANGUAGES = inPackages('zod/v4/locales/index.js')
