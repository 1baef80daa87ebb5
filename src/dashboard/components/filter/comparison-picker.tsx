import type { View } from '../../filters/view.ts'
import { goWith } from '../../state/location.ts'
import { type MessageKey, t } from '../../text/messages.ts'
import { type Comparison, comparisons } from '../../time/comparison.ts'
import { Icon } from '../icon.tsx'
import { Menu, MenuChoice } from '../menu.tsx'

const keys: Record<Comparison, MessageKey> = {
  prev: 'compare.prev',
  yoy: 'compare.yoy',
  none: 'compare.none',
}

/** Chooses what the range is compared with. */
export function ComparisonPicker({ view: { comparison } }: { view: View }) {
  return (
    <Menu
      face={
        <>
          <Icon name="compare" />
          <span class="face">{t(keys[comparison])}</span>
        </>
      }
      label={`${t('compare')}: ${t(keys[comparison])}`}
      end
    >
      {comparisons.map((one) => (
        <MenuChoice
          key={one}
          isChosen={one === comparison}
          onChoose={() => goWith({ compare: one === 'prev' ? null : one })}
        >
          {t(keys[one])}
        </MenuChoice>
      ))}
    </Menu>
  )
}
