// What is open to everyone: health, and the routes outside the tables of operations.

import { expect } from 'bun:test'
import { version } from '../../../src/version.ts'
import { own, toSlug } from '../fixtures.ts'
import { both, everyone, type Scenario, scenario } from '../scenario.ts'

const beep = { beep: 'boop' }
const view = { type: 'event', payload: { website: own.website, url: '/' } }
const robot = { ...view, payload: { ...view.payload, userAgent: 'Googlebot/2.1' } }

export const oddScenarios: Scenario[] = [
  scenario('GET /api/heartbeat', { allowed: everyone, answer: { ok: true } }),
  scenario('GET /api/config', {
    allowed: everyone,
    answer: {
      cloudMode: false,
      privateMode: true,
      telemetryDisabled: true,
      updatesDisabled: true,
      currentVersion: version,
    },
  }),
  scenario('POST /api/send', {
    when: 'from a robot',
    body: robot,
    allowed: everyone,
    answer: beep,
  }),
  scenario('POST /api/batch', {
    when: 'from a robot',
    body: [robot],
    allowed: everyone,
    answer: { size: 1, processed: 1, errors: 0, details: [], cache: null },
  }),
  ...both((side) => [
    scenario('GET /q/:slug', {
      side,
      at: { slug: toSlug(side, 'link') },
      allowed: everyone,
      status: 307,
      answer: '' as unknown as object,
    }),
    scenario('GET /p/:slug', {
      side,
      at: { slug: toSlug(side, 'pixel') },
      allowed: everyone,
      answer: expect.stringContaining('GIF89a') as object,
    }),
  ]),
  scenario('GET /script.js', {
    allowed: everyone,
    answer: expect.stringContaining('umami') as object,
  }),
  scenario('GET /openapi/json', {
    allowed: everyone,
    answer: expect.objectContaining({ openapi: '3.1.0' }) as object,
  }),
  scenario('GET /openapi', {
    allowed: everyone,
    answer: expect.stringContaining('<!doctype html>') as object,
  }),
]
