// Events declared in the markup: data-umami-event="name" with data-umami-event-key="value".
import { listen } from './document.ts'
import { pagePayload } from './page.ts'
import { quiet } from './quiet.ts'
import { isOff, send } from './send.ts'

const PREFIX = 'data-umami-event'

// A slow server must not hold up a visitor.
const LINK_WAIT_MS = 500

// Forms hide what elements can do behind inputs of the same name.
const { prototype } = Element

const tagName = (node: EventTarget): string | null =>
  node instanceof Element ? prototype.getAttribute.call(node, PREFIX) : null

const eventData = (element: Element): Record<string, string> => {
  const data: Record<string, string> = {}
  for (const { name, value } of Reflect.get(prototype, 'attributes', element) as NamedNodeMap) {
    if (name.startsWith(`${PREFIX}-`)) data[name.slice(PREFIX.length + 1)] = value
  }
  return data
}

// Clicks that load another page in this window; all others need no waiting.
const leavesPage = (event: MouseEvent, link: HTMLAnchorElement): boolean =>
  !event.defaultPrevented &&
  !(event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) &&
  !link.isContentEditable &&
  /^http/.test(link.protocol) &&
  /^(_self|_top|_parent)?$/i.test(link.target)

/** Sends the event of a clicked element or its nearest marked ancestor, also in open shadow trees. */
export const watchClicks = (): void => {
  let last: { event: MouseEvent; link: HTMLAnchorElement; sent: Promise<void> } | undefined

  const sendEvent = quiet((event: MouseEvent): void => {
    const path = event.composedPath() as Element[]
    const element = path.find(tagName)
    if (!element || isOff()) return
    const name = tagName(element)
    const sent = send(() => ({ ...pagePayload(), name, data: eventData(element) }))
    const link = path.find((node) => node.tagName === 'A') as HTMLAnchorElement | undefined
    if (!link) return
    last = { event, link, sent }
    // Added again to run after the page's own listeners, so that an app which follows its links
    // itself is left alone.
    window.removeEventListener('click', holdNavigation)
    window.addEventListener('click', holdNavigation)
  })

  const holdNavigation = quiet((event: MouseEvent): void => {
    if (last?.event !== event || !leavesPage(event, last.link)) return
    event.preventDefault()
    // A copy outside the document keeps target, download and referrer policy of the link,
    // and clicking it runs no listener a second time.
    const copy = last.link.cloneNode() as HTMLAnchorElement
    copy.removeAttribute('onclick')
    const waited = new Promise((resolve) => setTimeout(resolve, LINK_WAIT_MS))
    Promise.race([last.sent, waited]).then(() => copy.click())
  })

  listen('click', sendEvent)
}
