import { t } from '../../text/messages.ts'
import { percent, wholeNumber } from '../../text/numbers.ts'
import type { FlowPicture } from './journey-layout.ts'
import { nodeKey, nodeName } from './journey-words.ts'

/** The picture of journeys in words: a line for each node, with where its visits went on to. */
export function JourneyTable({ picture }: { picture: FlowPicture }) {
  const { nodes, links, whole } = picture
  return (
    <table class="table flow-table">
      <thead>
        <tr>
          <th scope="col" class="number">
            {t('journeys.stepHead')}
          </th>
          <th scope="col">{t('journeys.item')}</th>
          <th scope="col" class="number">
            {t('visits')}
          </th>
          <th scope="col" class="number">
            {t('journeys.ofAll')}
          </th>
          <th scope="col" class="number">
            {t('journeys.ended')}
          </th>
          <th scope="col">{t('journeys.to')}</th>
        </tr>
      </thead>
      <tbody>
        {nodes.map((node) => (
          <tr key={nodeKey(node)}>
            <td class="number">{wholeNumber(node.step + 1)}</td>
            <th scope="row" class="breaks">
              <bdi>{nodeName(node)}</bdi>
            </th>
            <td class="number">{wholeNumber(node.visits)}</td>
            <td class="number">{percent(node.visits / Math.max(1, whole))}</td>
            <td class="number">{node.ended === null ? '–' : wholeNumber(node.ended)}</td>
            <td class="breaks">
              <ul class="flow-ways">
                {links
                  .filter(({ from }) => from === node)
                  .map(({ to, visits }) => (
                    <li key={nodeKey(to)}>
                      <bdi>{nodeName(to)}</bdi> <span class="soft">{wholeNumber(visits)}</span>
                    </li>
                  ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
