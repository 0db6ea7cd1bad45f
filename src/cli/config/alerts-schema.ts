import { z } from 'zod'
import { SEVERITIES } from '../../operator/alerts/alert.js'
import { isTimeZone } from '../../operator/alerts/quiet-hours.js'
import { TEMPLATES } from '../../operator/alerts/sink-options.js'
import { secretSchema } from '../../venues/secret-schema.js'

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time such as 07:30')

const quietHours = z
  .strictObject({
    from: time,
    to: time,
    timeZone: z.string().refine(isTimeZone, 'expected a time zone such as Europe/Berlin or UTC'),
  })
  .refine(({ from, to }) => from !== to, 'expected two different times')

const sink = z
  .strictObject({
    /** A secret: it lets anyone write there. */
    url: secretSchema,
    template: z.enum(TEMPLATES).default('json'),
    /** Of telegram: the chat that the bot writes to. */
    chatId: z.union([z.string().min(1), z.number().int()]).exactOptional(),
    severityMin: z.enum(SEVERITIES).default('warning'),
    /** Hours in which only critical alerts are sent. Absent: none. */
    quietHours: quietHours.exactOptional(),
  })
  .superRefine(({ template, chatId }, context) => {
    const isWanted = template === 'telegram'
    if (isWanted === (chatId !== undefined)) return
    const message = isWanted ? 'expected the chat that the bot writes to' : 'is of the template telegram alone'
    context.addIssue({ code: 'custom', path: ['chatId'], message })
  })

/** When alerts ring. */
const alertWhen = z.strictObject({
  /** A market whose quotes were wanted for so long without one of ours. */
  noQuoteMinutes: z.number().positive().max(1_440).default(10),
  /** From so much of a limit on. */
  limitPercent: z.number().min(10).max(100).default(80),
  /** A feed that is lost for so long. */
  feedLostSeconds: z.number().nonnegative().max(3_600).default(15),
  /** A difference between our books and the venue's account that stands for so long. */
  differenceSeconds: z.number().nonnegative().max(3_600).default(95),
  /** A settlement that takes longer than this; one that failed is news for so long. */
  settlementMinutes: z.number().positive().max(1_440).default(10),
  /** Room on the disk of the wallet's folder. */
  diskFreeMinMb: z.number().nonnegative().default(1_024),
  /** Starts whose runs ended with another code than 0, as many as this within `restartMinutes`. */
  restarts: z.number().int().min(2).max(100).default(4),
  /** The time in which starts are counted. */
  restartMinutes: z.number().positive().max(1_440).default(15),
  /** What is over for so long is told to be. */
  resolveAfterSeconds: z.number().nonnegative().max(3_600).default(30),
})

/** What a run's config says of alerts. */
export const alertFields = {
  /** Who is told when something is wrong. */
  alerts: z.array(sink).max(20).default([]),
  alertWhen: alertWhen.prefault({}),
  /** Is asked for again and again while the run is alive, so that a watcher outside notices its end. A secret. Absent: none. */
  heartbeatUrl: secretSchema.exactOptional(),
  heartbeatEverySeconds: z.number().min(1).max(3_600).default(60),
} as const
