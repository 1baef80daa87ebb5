import { Icon } from '../components/icon.tsx'
import { IconButton } from '../components/icon-button.tsx'
import { UserText } from '../components/user-text.tsx'
import { isolated, t } from '../text/messages.ts'
import { type BoardPanel, type BoardRow, panelName, panelsPerRow } from './board.ts'
import type { Targets } from './targets.ts'

interface RowEditorProps {
  rows: readonly BoardRow[]
  targets: Targets
  onChange: (rows: BoardRow[]) => void
  /** Adds a panel to a row. */
  onAdd: (row: number) => void
  onEdit: (row: number, panel: BoardPanel) => void
}

/** A list in which two neighbours have changed places. */
function swapped<Item>(list: readonly Item[], index: number, other: number): Item[] {
  const [one, two] = [list[index], list[other]]
  if (one === undefined || two === undefined) return [...list]
  return list.with(index, two).with(other, one)
}

/** The rows of a board with buttons that move, change and remove what is in them. */
export function RowEditor({ rows, targets, onChange, onAdd, onEdit }: RowEditorProps) {
  const changeRow = (index: number, panels: BoardPanel[]) => {
    const row = rows[index]
    if (row) onChange(rows.with(index, { ...row, panels }))
  }
  return (
    <ol class="board-edit">
      {rows.map((row, index) => (
        <li key={row.id} class="panel">
          <div class="panel-head">
            <h2>{t('boards.row', { number: index + 1 })}</h2>
            <div class="panel-actions">
              <IconButton
                icon="up"
                label={t('boards.rowUp', { number: index + 1 })}
                isDisabled={index === 0}
                onPress={() => onChange(swapped(rows, index, index - 1))}
              />
              <IconButton
                icon="fall"
                label={t('boards.rowDown', { number: index + 1 })}
                isDisabled={index === rows.length - 1}
                onPress={() => onChange(swapped(rows, index, index + 1))}
              />
              <IconButton
                icon="close"
                label={t('boards.rowRemove', { number: index + 1 })}
                onPress={() => onChange(rows.toSpliced(index, 1))}
              />
            </div>
          </div>
          <ul class="board-edit-row">
            {row.panels.map((panel, column) => (
              <PanelTile
                key={panel.id}
                panel={panel}
                about={targets.get(panel.targetId)?.name ?? t('boards.gone')}
                isFirst={column === 0}
                isLast={column === row.panels.length - 1}
                onMove={(step) => changeRow(index, swapped(row.panels, column, column + step))}
                onEdit={() => onEdit(index, panel)}
                onRemove={() => changeRow(index, row.panels.toSpliced(column, 1))}
              />
            ))}
            {row.panels.length < panelsPerRow && (
              <li>
                <button type="button" class="button board-edit-add" onClick={() => onAdd(index)}>
                  <Icon name="plus" />
                  {t('boards.addPanel')}
                </button>
              </li>
            )}
          </ul>
        </li>
      ))}
    </ol>
  )
}

interface PanelTileProps {
  panel: BoardPanel
  /** Name of what it shows. */
  about: string
  isFirst: boolean
  isLast: boolean
  onMove: (step: -1 | 1) => void
  onEdit: () => void
  onRemove: () => void
}

function PanelTile({ panel, about, isFirst, isLast, onMove, onEdit, onRemove }: PanelTileProps) {
  const name = panel.title || panelName(panel)
  return (
    <li class="board-tile">
      <button type="button" class="board-tile-face" onClick={onEdit}>
        <UserText class="row-name" text={name} />
        <UserText class="soft" text={about} />
        <span class="hidden">{t('edit')}</span>
      </button>
      <div class="board-tile-actions">
        <IconButton
          icon="previous"
          label={t('boards.panelBefore', { name: isolated(name) })}
          isDisabled={isFirst}
          onPress={() => onMove(-1)}
        />
        <IconButton
          icon="next"
          label={t('boards.panelAfter', { name: isolated(name) })}
          isDisabled={isLast}
          onPress={() => onMove(1)}
        />
        <IconButton
          icon="close"
          label={t('boards.panelRemove', { name: isolated(name) })}
          onPress={onRemove}
        />
      </div>
    </li>
  )
}
