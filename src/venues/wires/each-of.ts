import { Observable, type OperatorFunction } from 'rxjs'

/**
 * Maps each event to a list of values, emitted synchronously. Like `mergeMap` over lists, but without a subscription for each event, because it is on
 * the path from a push to its cancel. An error of `becomes` is an error of the stream.
 */
export const eachOf =
  <T, R>(becomes: (event: T) => readonly R[]): OperatorFunction<T, R> =>
  source =>
    new Observable(subscriber =>
      source.subscribe({
        next: event => {
          let results: readonly R[]
          try {
            results = becomes(event)
          } catch (error) {
            subscriber.error(error)
            return
          }
          for (const result of results) subscriber.next(result)
        },
        error: error => subscriber.error(error),
        complete: () => subscriber.complete(),
      }),
    )
