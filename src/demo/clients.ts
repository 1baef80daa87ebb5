// What visitors look with: browsers on the systems that have them, on screens that go with these.

import { deviceWithScreen } from '../collect/enrich/client.ts'
import { WeightedSampler } from './weighted-sampler.ts'

interface DemoClient {
  browser: string
  os: string
  device: string
  screen: string
}

const desktops = [
  ['1920x1080', 40],
  ['1536x864', 18],
  ['1366x768', 12],
  ['2560x1440', 16],
  ['3840x2160', 5],
  ['1440x900', 9],
] as const
const macs = [
  ['1440x900', 35],
  ['1728x1117', 20],
  ['1512x982', 25],
  ['2560x1440', 20],
] as const
const iphones = [
  ['390x844', 45],
  ['393x852', 25],
  ['430x932', 20],
  ['375x667', 10],
] as const
const androids = [
  ['360x800', 40],
  ['393x873', 25],
  ['412x915', 25],
  ['384x832', 10],
] as const
const tablets = [
  ['820x1180', 50],
  ['768x1024', 30],
  ['1024x1366', 20],
] as const

type Screens = readonly (readonly [string, number])[]

/** Browser, system, kind of device, screens, share in per mille. */
const families: readonly (readonly [string, string, string, Screens, number])[] = [
  ['chrome', 'Windows 10', 'desktop', desktops, 260],
  ['edge-chromium', 'Windows 10', 'desktop', desktops, 70],
  ['firefox', 'Windows 10', 'desktop', desktops, 40],
  ['opera', 'Windows 10', 'desktop', desktops, 15],
  ['chrome', 'Mac OS', 'desktop', macs, 70],
  ['safari', 'Mac OS', 'desktop', macs, 65],
  ['firefox', 'Mac OS', 'desktop', macs, 12],
  ['chrome', 'Linux', 'desktop', desktops, 18],
  ['firefox', 'Linux', 'desktop', desktops, 16],
  ['chrome', 'Chrome OS', 'desktop', desktops, 12],
  ['ios', 'iOS', 'mobile', iphones, 180],
  ['crios', 'iOS', 'mobile', iphones, 25],
  ['instagram', 'iOS', 'mobile', iphones, 12],
  ['ios', 'iOS', 'tablet', tablets, 20],
  ['chrome', 'Android OS', 'mobile', androids, 130],
  ['samsung', 'Android OS', 'mobile', androids, 35],
  ['facebook', 'Android OS', 'mobile', androids, 12],
  ['chrome', 'Android OS', 'tablet', tablets, 8],
]

export const clients = new WeightedSampler<DemoClient>(
  families.flatMap(([browser, os, device, screens, share]) =>
    screens.map(([screen, part]): [DemoClient, number] => [
      { browser, os, device: deviceWithScreen(device, screen), screen },
      share * part,
    ]),
  ),
)
