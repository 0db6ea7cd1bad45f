declare const brand: unique symbol

/**
 * A type that only its own constructor can create. Brands compose: `Approved<T> & Journaled<T>` stays a type, where the usual `{ [brand]: Name }`
 * would collapse to `never`.
 */
export type Brand<T, Name extends string> = T & { readonly [brand]: { readonly [N in Name]: true } }
