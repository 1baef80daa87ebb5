import type { ComponentChildren } from 'preact'
import { useId, useRef } from 'preact/hooks'

interface Tab<Id extends string> {
  id: Id
  label: string
}

interface TabsProps<Id extends string> {
  /** What the choice is between; read by screen readers. */
  label: string
  tabs: readonly Tab<Id>[]
  chosen: Id
  onChoose: (id: Id) => void
  /** What the chosen tab shows. */
  children: ComponentChildren
}

/** A row of tabs and what the chosen one shows. Arrow keys go from tab to tab. */
export function Tabs<Id extends string>({
  label,
  tabs,
  chosen,
  onChoose,
  children,
}: TabsProps<Id>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent) => {
    const isRightToLeft = document.documentElement.dir === 'rtl'
    const forward = isRightToLeft ? 'ArrowLeft' : 'ArrowRight'
    const back = isRightToLeft ? 'ArrowRight' : 'ArrowLeft'
    const step = event.key === forward ? 1 : event.key === back ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const index = tabs.findIndex((tab) => tab.id === chosen)
    const target = tabs[(index + step + tabs.length) % tabs.length]
    if (!target) return
    onChoose(target.id)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${target.id}`)}`)?.focus()
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            class="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === chosen ? 0 : -1}
            onClick={() => onChoose(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  )
}
