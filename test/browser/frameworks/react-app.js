// An app of three pages that puts the tag of each website in by an effect and takes it out again.
import { createElement, StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'

function useTag(website, path) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tag is put in anew for each page.
  useEffect(() => {
    const script = document.createElement('script')
    script.src = '/script.js'
    script.dataset.websiteId = website
    document.head.append(script)
    return () => script.remove()
  }, [website, path])
}

function App({ websites: [first, second] }) {
  const [path, setPath] = useState(location.pathname)
  useTag(first, path)
  useTag(second, path)
  const follow = (event) => {
    event.preventDefault()
    const { pathname } = new URL(event.currentTarget.href)
    history.pushState({}, '', pathname)
    setPath(pathname)
  }
  return [
    createElement('h1', { key: 'name' }, path),
    createElement('button', { key: 'press', type: 'button', 'data-umami-event': 'press' }, 'Press'),
    ...['/1', '/2', '/3'].map((href) =>
      createElement('a', { key: href, href, onClick: follow, 'data-umami-event': 'go' }, href),
    ),
  ]
}

const root = document.querySelector('main')
createRoot(root).render(
  createElement(StrictMode, {}, createElement(App, { websites: root.dataset.websites.split(' ') })),
)
