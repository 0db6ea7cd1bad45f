/**
 * What comes after something that may have to be waited for: at once where it need not, so that most requests are answered without a turn of
 * promises.
 */
export const after = <T, U>(value: T | Promise<T>, follow: (value: T) => U | Promise<U>): U | Promise<U> =>
  value instanceof Promise ? value.then(follow) : follow(value)
