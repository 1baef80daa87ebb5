import { CopyButton } from './copy-button.tsx'

/** An address or a piece of code, ready to copy. */
export function CopyLine({ text }: { text: string }) {
  return (
    <div class="code">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, also by keys. */}
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  )
}
