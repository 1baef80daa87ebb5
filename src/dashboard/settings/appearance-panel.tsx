import { ChoiceField } from '../components/form/field.tsx'
import { Panel } from '../components/panel.tsx'
import { useMinute } from '../state/clock.ts'
import { type Language, languages } from '../state/language.ts'
import { useSignal } from '../state/signal.ts'
import { browserZone, chooseZone, zoneChoice } from '../state/zone-choice.ts'
import { momentName } from '../text/dates.ts'
import { chooseLanguage, t, useLanguage } from '../text/messages.ts'
import { chooseTheme, theme } from '../theme/theme.ts'

/** Theme, language and time zone: kept in this browser, in force at once. */
export function AppearancePanel() {
  const chosenTheme = useSignal(theme)
  const { language } = useLanguage()
  const zone = useSignal(zoneChoice)
  const minute = useMinute()
  const own = browserZone()
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', zone])]
  return (
    <Panel title={t('appearance')}>
      <div class="form">
        <p class="hint">{t('appearance.text')}</p>
        <div class="form-row">
          <ChoiceField
            label={t('theme')}
            value={chosenTheme}
            choices={[
              { id: 'auto', label: t('theme.auto') },
              { id: 'light', label: t('theme.light') },
              { id: 'dark', label: t('theme.dark') },
            ]}
            onChange={chooseTheme}
          />
          <ChoiceField
            label={t('language')}
            value={language}
            choices={Object.entries(languages).map(([id, label]) => ({
              id: id as Language,
              label,
            }))}
            onChange={chooseLanguage}
          />
        </div>
        <ChoiceField
          label={t('zone')}
          hint={t('zone.hint', { time: momentName(minute) })}
          value={zone === own ? '' : zone}
          choices={[
            { id: '', label: t('zone.own', { zone: own }) },
            ...zones
              .filter((one) => one !== own)
              .sort()
              .map((one) => ({ id: one, label: one.replaceAll('_', ' ') })),
          ]}
          onChange={(chosen) => chooseZone(chosen === '' ? null : chosen)}
        />
      </div>
    </Panel>
  )
}
