import { Icon, type IconName } from './icon.tsx'

interface IconButtonProps {
  icon: IconName
  /** What it does, for those who cannot see or know the icon. */
  label: string
  isDisabled?: boolean
  onPress: () => void
}

/** A bare button that is an icon alone. */
export function IconButton({ icon, label, isDisabled = false, onPress }: IconButtonProps) {
  return (
    <button
      type="button"
      class="button-bare"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}
