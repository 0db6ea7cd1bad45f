import { firstValueFrom, type SchedulerLike, timer } from 'rxjs'

/** Resolves after this many ms of the scheduler's time. */
export const pause = async (scheduler: SchedulerLike, ms: number): Promise<void> => {
  await firstValueFrom(timer(ms, scheduler))
}
