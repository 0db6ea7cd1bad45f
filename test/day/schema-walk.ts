/* oxlint-disable typescript/no-explicit-any -- A document is foreign JSON to its reader. */

/** What a walk finds on its way. */
export interface Finds {
  /** A value of an enumeration, by where it stands in the document. */
  readonly word: (place: string, value: unknown) => void
  /** A value of a field that is marked mutable; `of`: whose it is. */
  readonly mutable: (place: string, of: string, value: unknown) => void
}

/** One value and where it stands. */
interface Step {
  readonly schema: any
  readonly value: unknown
  /** Name of the schema, or of the operation and the part of it, with the fields below it. */
  readonly place: string
  /** The resource that it belongs to. */
  readonly of: string
}

/** Walks JSON values along the schemas of an OpenAPI or AsyncAPI document, in which every named schema stands in `components`. */
export class SchemaWalk {
  readonly #schemas: Readonly<Record<string, any>>

  constructor(document: any) {
    this.#schemas = document.components.schemas
  }

  /** What a value says; a part of it that the schema does not describe is not looked at. */
  follow(step: Step, finds: Finds): void {
    const { schema, value, place, of } = step
    if (schema === undefined || value === undefined || value === null) return
    if (schema.$ref !== undefined) return this.#followNamed(step, finds)
    for (const part of branchesOf(schema)) this.follow({ ...step, schema: part }, finds)
    if (schema.enum?.includes(value) === true) finds.word(place, value)
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries())
        this.follow({ schema: schema.items, value: item, place: `${place}[]`, of: `${of}[${nameOf(item) ?? index}]` }, finds)
      return
    }
    if (typeof value !== 'object') return
    for (const [name, part] of Object.entries<any>(schema.properties ?? {})) {
      const found = (value as Record<string, unknown>)[name]
      if (part['x-mutable'] === true && found !== undefined) finds.mutable(`${place}.${name}`, of, found)
      this.follow({ schema: part, value: found, place: `${place}.${name}`, of: `${of}.${name}` }, finds)
    }
  }

  /** Every enumeration below a schema, and every mark. */
  survey(schema: any, place: string, found: Survey): void {
    if (schema === undefined) return
    if (schema.$ref !== undefined) {
      const name = nameIn(schema)
      if (found.seen.has(name)) return
      found.seen.add(name)
      return this.survey(this.#schemas[name], name, found)
    }
    for (const part of branchesOf(schema)) this.survey(part, place, found)
    if (schema.enum !== undefined) {
      const known = found.words.get(place) ?? new Set()
      for (const word of schema.enum) known.add(word)
      found.words.set(place, known)
    }
    this.survey(schema.items, `${place}[]`, found)
    for (const [name, part] of Object.entries<any>(schema.properties ?? {})) {
      if (part['x-mutable'] === true) found.mutable.add(`${place}.${name}`)
      this.survey(part, `${place}.${name}`, found)
    }
  }

  /** A resource with a name of its own is the same one wherever it stands. */
  #followNamed({ schema, value, of }: Step, finds: Finds): void {
    const place = nameIn(schema)
    const name = nameOf(value)
    const owner = name === null ? of : `${ownerOf(of)}${place} ${name}`
    this.follow({ schema: this.#schemas[place], value, place, of: owner }, finds)
  }
}

/** What a document has: enumerations by place, and places of marks. */
export interface Survey {
  readonly words: Map<string, Set<unknown>>
  readonly mutable: Set<string>
  readonly seen: Set<string>
}

const nameIn = (schema: { readonly $ref: string }): string => schema.$ref.split('/').at(-1) ?? ''

const branchesOf = (schema: any): readonly any[] => [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]

/** Who asked stands before a bar: two wallets see different orders under one path. */
const ownerOf = (of: string): string => of.slice(0, of.indexOf('|') + 1)

/** By what a resource is known; null: by nothing of its own. */
const nameOf = (value: unknown): string | null => {
  if (typeof value !== 'object' || value === null) return null
  const row = value as any
  const legs = row.taker?.hash === undefined ? undefined : [row.taker, ...row.makers].map((leg: any) => leg.hash).join(' ')
  const name =
    legs ?? row.id ?? row.slug ?? row.onChainId ?? row.address ?? row.season ?? row.marketId ?? row.tokenId ?? row.type
  return name === undefined || typeof name === 'object' ? null : String(name)
}
