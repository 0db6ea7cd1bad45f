import { Observable, type Subscription } from 'rxjs'
import type { Timestamp } from '../model/time.js'
import type { Wires } from '../venues/wires/wires.js'

interface SilencesOptions {
  readonly reader: { readonly isLive: boolean; readonly heardAt: Timestamp }
  readonly silentMaxMs: number
  readonly wires: Pick<Wires, 'clock' | 'scheduler'>
}

/** Emits once, at the right time, whenever a live feed has had no value for too long. */
export const silences = ({ reader, silentMaxMs, wires }: SilencesOptions): Observable<void> =>
  new Observable(subscriber => {
    let timer: Subscription
    const look = (): void => {
      const leftMs = (reader.heardAt - wires.clock.now()) / 1_000 + silentMaxMs
      if (leftMs <= 0 && reader.isLive) subscriber.next()
      // A feed that is dark may become live at any moment, so it cannot be silent before this time has passed.
      lookIn(leftMs > 0 ? leftMs : silentMaxMs)
    }
    const lookIn = (ms: number): void => {
      timer = wires.scheduler.schedule(look, Math.max(1, Math.ceil(ms)))
    }
    lookIn(silentMaxMs)
    return () => timer.unsubscribe()
  })
