import type { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '../body.js'
import { addressShape } from '../create-shape.js'
import { success } from '../envelope.js'
import type { House } from '../house.js'

const loginShape = z.object({ signer: addressShape, message: z.string().max(2_000), signature: z.string().max(400) })

/** Login: the text to sign, and the token for its signature. */
export const authRoutes = (app: Hono, house: House): void => {
  app.get('/v1/auth/message', context => context.json(success({ message: house.login.message(house.floor.now()) })))
  app.post('/v1/auth', async context => {
    const proof = await readBody(context, loginShape)
    return context.json(success({ token: await house.login.login(proof, house.floor.now()) }))
  })
}
