import type { ComponentChildren } from 'preact'
import { toAddress } from '../../state/location.ts'
import { isolated, t } from '../../text/messages.ts'
import { visible } from '../../text/user-text.ts'
import { Icon } from '../icon.tsx'
import { Menu } from '../menu.tsx'

interface RowProps {
  name: string
  /** Path of the page about it. */
  path?: string
  /** Below the name. */
  note?: ComponentChildren
  /** After the name: a number, a role. */
  fact?: ComponentChildren
  /** At the end of the line: buttons, a menu. */
  actions?: ComponentChildren
}

/** A line of a list of things: its name, a few facts, and what can be done with it. */
export function Row({ name, path, note, fact, actions }: RowProps) {
  return (
    <li class="row">
      <div class="row-main">
        {path === undefined ? (
          <bdi class="row-name">{visible(name)}</bdi>
        ) : (
          <a class="row-name" href={toAddress(path)}>
            <bdi>{visible(name)}</bdi>
          </a>
        )}
        {note && <div class="row-note">{note}</div>}
      </div>
      {fact && <div class="row-fact">{fact}</div>}
      {actions && <div class="row-actions">{actions}</div>}
    </li>
  )
}

interface RowMenuProps {
  /** What the choices are about. */
  name: string
  children: ComponentChildren
}

/** What can be done with a row, behind three dots. */
export function RowMenu({ name, children }: RowMenuProps) {
  return (
    <Menu
      class="row-menu"
      face={<Icon name="dots" />}
      label={t('row.actions', { name: isolated(name) })}
      end
    >
      {children}
    </Menu>
  )
}
