import { Observable, type OperatorFunction } from 'rxjs'

/**
 * What an event becomes, one after the other, at once. As `mergeMap` over lists does, but without a subscription for each event: it stands
 * between a push and the cancel that it should lead to. An error of `becomes` is an error of the stream.
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
