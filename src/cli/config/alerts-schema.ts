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
    /** A secret: it is all that is needed to post there. */
    url: secretSchema,
    template: z.enum(TEMPLATES).default('json'),
    /** For Telegram: the chat that the bot writes to. */
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
  /** Quotes were wanted in a market for this long, and no order of ours rested there. */
  noQuoteMinutes: z.number().positive().max(1_440).default(10),
  /** The part of a limit from which its use is reported. */
  limitPercent: z.number().min(10).max(100).default(80),
  /** A feed was lost for this long. */
  feedLostSeconds: z.number().nonnegative().max(3_600).default(15),
  /** Our books differed from the venue's account for this long. */
  differenceSeconds: z.number().nonnegative().max(3_600).default(95),
  /** A settlement took longer than this. A failed settlement is reported for this long. */
  settlementMinutes: z.number().positive().max(1_440).default(10),
  /** Free space on the disk of the wallet's folder. */
  diskFreeMinMb: z.number().nonnegative().default(1_024),
  /** The number of starts within `restartMinutes` whose runs ended with a code other than 0. */
  restarts: z.number().int().min(2).max(100).default(4),
  /** The time in which starts are counted. */
  restartMinutes: z.number().positive().max(1_440).default(15),
  /** A condition that has been over for this long is reported as ended. */
  resolveAfterSeconds: z.number().nonnegative().max(3_600).default(30),
})

/** The part of a run's config about alerts. */
export const alertFields = {
  /** The receivers of alerts. */
  alerts: z.array(sink).max(20).default([]),
  alertWhen: alertWhen.prefault({}),
  /** An address that is requested regularly while the run is alive, so that a watcher outside notices its end. A secret. Absent: none. */
  heartbeatUrl: secretSchema.exactOptional(),
  heartbeatEverySeconds: z.number().min(1).max(3_600).default(60),
} as const
