// Every page: add a row here and a file in pages/, and it has its address and its place in the menus.

import type { ComponentType } from 'preact'
import type { Section } from '../shares/sections.ts'
import type { Source } from './state/source.ts'
import type { MessageKey } from './text/messages.ts'

export interface PageProps {
  /** Values of the address's :names. */
  params: Record<string, string>
}

export type PageLoader = () => Promise<ComponentType<PageProps>>

/** A page of its own. */
export interface Page {
  /** Address with :names; the roots are listed in routes.ts. */
  path: string
  title: MessageKey
  /** `bare`: without an account and its menus. */
  frame: 'account' | 'bare'
  /** Its place in the main menu; pages without one are reached from others. */
  menu?: 'main' | 'account'
  isForAdmins?: boolean
  load: PageLoader
}

/** A page about a website, link or pixel, below its address: /websites/:id, /links/:id, /share/:slug. */
export interface SourcePage {
  /** After the source's address; the overview has none. */
  path: string
  title: MessageKey
  /** What a share page must open to show it; `null` where share pages never do. */
  section: Section | null
  /** Its place in the source's menu; pages without one are reached from others. */
  menu?: 'main' | 'reports'
  /** What it is for; all kinds when left out. */
  kinds?: readonly Source['kind'][]
  load: PageLoader
}

export const pages: readonly Page[] = [
  {
    path: '/login',
    title: 'login',
    frame: 'bare',
    load: async () => (await import('./pages/login.tsx')).Login,
  },
  {
    path: '/first-steps',
    title: 'firstSteps',
    frame: 'account',
    load: async () => (await import('./pages/first-steps.tsx')).FirstSteps,
  },
  {
    path: '/websites',
    title: 'websites',
    frame: 'account',
    menu: 'main',
    load: async () => (await import('./pages/websites.tsx')).Websites,
  },
]

export const sourcePages: readonly SourcePage[] = [
  {
    path: '',
    title: 'overview',
    section: 'overview',
    menu: 'main',
    load: async () => (await import('./pages/overview.tsx')).Overview,
  },
  {
    path: '/realtime',
    title: 'realtime',
    section: 'realtime',
    menu: 'main',
    load: async () => (await import('./pages/realtime.tsx')).Realtime,
  },
]
