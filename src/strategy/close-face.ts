type Face = abstract new (...parts: never[]) => object

const INSPECT = Symbol.for('nodejs.util.inspect.custom')

/**
 * Closes a class whose instances a plugin is handed: class, prototype and functions are frozen, and printing an instance shows what its
 * accessors say. An instance keeps its state in private fields, which a plugin can neither read nor write, and freezes itself, so that no
 * property can be put in front of an accessor. What is out of reach is the language: a plugin runs in this process and could rewrite
 * `Array.prototype`. This guards against mistakes, not against malice.
 */
export function closeFace(face: Face): void {
  const prototype = face.prototype as object
  const fields = Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, part]) =>
    'get' in part && part.get !== undefined ? [name] : [],
  )
  // A method has no prototype of its own, which would be one more thing to write on.
  const printing = {
    plain(this: Readonly<Record<string, unknown>>): object {
      return Object.fromEntries(fields.map(name => [name, this[name]]))
    },
  }
  const plain = Object.getOwnPropertyDescriptor(printing, 'plain')?.value as unknown
  Object.defineProperty(prototype, INSPECT, { value: plain })
  Object.defineProperty(prototype, 'toJSON', { value: plain })
  for (const key of Reflect.ownKeys(prototype))
    for (const part of Object.values(Object.getOwnPropertyDescriptor(prototype, key) ?? {})) Object.freeze(part)
  Object.freeze(prototype)
  Object.freeze(face)
}
