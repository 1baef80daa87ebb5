import { MenuChoice } from '../components/menu.tsx'
import { type Language, languages } from '../state/language.ts'
import { useSignal } from '../state/signal.ts'
import { chooseLanguage, type MessageKey, t, useLanguage } from '../text/messages.ts'
import { type Theme, themes } from '../theme/stored-theme.ts'
import { chooseTheme, theme } from '../theme/theme.ts'

const keys: Record<Theme, MessageKey> = {
  auto: 'theme.auto',
  light: 'theme.light',
  dark: 'theme.dark',
}

/** Lines of a menu for theme and language. */
export function AppearanceChoices() {
  const chosen = useSignal(theme)
  const { language } = useLanguage()
  return (
    <>
      <fieldset aria-label={t('theme')}>
        <p class="menu-title">{t('theme')}</p>
        {themes.map((one) => (
          <MenuChoice key={one} isChosen={one === chosen} onChoose={() => chooseTheme(one)}>
            {t(keys[one])}
          </MenuChoice>
        ))}
      </fieldset>
      <fieldset aria-label={t('language')}>
        <p class="menu-title">{t('language')}</p>
        {Object.entries(languages).map(([code, name]) => (
          <MenuChoice
            key={code}
            isChosen={code === language}
            onChoose={() => chooseLanguage(code as Language)}
          >
            <span lang={code}>{name}</span>
          </MenuChoice>
        ))}
      </fieldset>
    </>
  )
}
