// What a page of the dashboard is. The table of all pages is pages.tsx.

import type { ComponentType } from 'preact'
import type { Section } from '../access/sections.ts'
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
export interface TargetPage {
  /** After the target's address; the overview has none. */
  path: string
  title: MessageKey
  /** What a share page must open to show it, and what the target must have; `null` where share pages never show it. */
  section: Section | null
  /** Its place in the target's menu; pages without one are reached from others. */
  menu?: 'main' | 'reports'
  load: PageLoader
}
