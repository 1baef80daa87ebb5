import { renderSVG } from 'uqr'

/** The text as a QR code, as an address that a page can show. */
export function toQrCode(text: string): string {
  // Black on white in every theme: not all cameras read the opposite.
  const svg = renderSVG(text, { ecc: 'M', border: 2, blackColor: '#000', whiteColor: '#fff' })
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
