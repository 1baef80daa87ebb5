import { CopyButton } from './copy-button.tsx'

/** An address or a piece of code, ready to copy. */
export function CopyLine({ text }: { text: string }) {
  return (
    <div class="code">
      <pre>
        <code>{text}</code>
      </pre>
      <CopyButton text={text} />
    </div>
  )
}
