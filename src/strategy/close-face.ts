type Face = abstract new (...parts: never[]) => object

const INSPECT = Symbol.for('nodejs.util.inspect.custom')

/**
 * Seals a class whose instances are passed to plugins: class, prototype and functions are frozen, and printing an instance shows the values of its
 * accessors. An instance keeps its state in private fields, which a plugin can neither read nor write, and freezes itself, so that no property can
 * shadow an accessor. A plugin runs in this process and could still change `Array.prototype`: this guards against mistakes, not against malice.
 */
export function closeFace(face: Face): void {
  const prototype = face.prototype as object
  const fields = Object.entries(Object.getOwnPropertyDescriptors(prototype)).flatMap(([name, part]) =>
    'get' in part && part.get !== undefined ? [name] : [],
  )
  // A method has no prototype of its own that could be written to.
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
