// Routes that are no row of a table, as the OpenAPI document describes them.

import { maxBatchItems } from '../collect/read/batch.ts'
import { sendSchema } from '../collect/read/payload.ts'
import type { RawRoute } from './document.ts'

const text = (description: string) => ({ type: 'string', description })
const userAgent = {
  name: 'User-Agent',
  description: 'Without one, and from robots, nothing is recorded.',
  isRequired: true,
}

const json = (schema: Record<string, unknown>) => ({ 'application/json': { schema } })

export const rawRoutes: readonly RawRoute[] = [
  {
    method: 'POST',
    path: '/api/send',
    summary: 'Record one event. The answer 200 means that it is stored.',
    headers: [
      userAgent,
      {
        name: 'x-umami-cache',
        description: 'The `cache` of the answer before; continues the visit.',
        isRequired: false,
      },
    ],
    body: sendSchema,
    answer: {
      status: 200,
      description: 'Stored, or left out in silence.',
      content: json({
        type: 'object',
        properties: {
          cache: text('To be sent with the next event.'),
          sessionId: text('UUID of the session.'),
          visitId: text('UUID of the visit.'),
          ok: { const: false, description: 'For reports of errors, which are not collected.' },
          reason: { const: 'errors_disabled' },
        },
      }),
    },
  },
  {
    method: 'POST',
    path: '/api/batch',
    summary: `Record up to ${maxBatchItems} events.`,
    headers: [userAgent],
    body: { type: 'array', maxItems: maxBatchItems, items: sendSchema },
    answer: {
      status: 200,
      description: 'How many were stored, and what was wrong with the others.',
      content: json({
        type: 'object',
        properties: {
          size: { type: 'integer' },
          processed: { type: 'integer' },
          errors: { type: 'integer' },
          details: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                index: { type: 'integer' },
                response: { $ref: '#/components/schemas/Error' },
              },
            },
          },
          cache: { type: ['string', 'null'] },
        },
      }),
    },
  },
  {
    method: 'GET',
    path: '/q/:slug',
    summary: 'A short link: leads to its destination, and records the visit.',
    answer: { status: 307, description: 'The destination, as Location.' },
  },
  {
    method: 'GET',
    path: '/p/:slug',
    summary: 'A tracking pixel: an invisible image that records who loads it.',
    answer: { status: 200, description: 'One dot.', content: { 'image/gif': {} } },
  },
  {
    method: 'GET',
    path: '/script.js',
    summary: 'The tracker script.',
    answer: { status: 200, description: 'A script.', content: { 'text/javascript': {} } },
  },
  {
    method: 'GET',
    path: '/openapi/json',
    summary: 'This document.',
    answer: { status: 200, description: 'An OpenAPI 3.1 document.', content: json({}) },
  },
  {
    method: 'GET',
    path: '/openapi',
    summary: 'A page to read this document and to try it.',
    answer: { status: 200, description: 'A page.', content: { 'text/html': {} } },
  },
]
