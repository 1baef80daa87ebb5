// The least a route of this framework does: it parses the same body and answers a constant. What
// collection costs on top is given as a ratio to it.
import { Elysia } from 'elysia'

const app = new Elysia()
  .post('/api/send', ({ body }) => ({
    cache: 'x'.repeat((body as { type?: string }).type === 'event' ? 290 : 0),
    sessionId: '00000000-0000-5000-8000-000000000000',
    visitId: '00000000-0000-5000-8000-000000000000',
  }))
  .listen({ port: 0, hostname: '127.0.0.1' })

console.log(app.server?.port)
