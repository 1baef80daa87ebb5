// How the parts of the picture of journeys are called.

import { t } from '../../text/messages.ts'
import { visible } from '../../text/user-text.ts'
import type { FlowNode } from './journey-layout.ts'

/** Names a node in the address: its column and what it is. */
export const nodeKey = ({ step, name }: FlowNode): string =>
  name === null ? `${step}` : `${step}:${name}`

export const nodeName = ({ name }: Pick<FlowNode, 'name'>): string =>
  name === null ? t('journeys.others') : visible(name)
