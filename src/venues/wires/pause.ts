import { firstValueFrom, type SchedulerLike, timer } from 'rxjs'

/** Resolves after so many ms of the scheduler's time. */
export const pause = async (scheduler: SchedulerLike, ms: number): Promise<void> => {
  await firstValueFrom(timer(ms, scheduler))
}
