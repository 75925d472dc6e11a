import fieldStyles from '../../shared/ui/fields/field.module.css'

/** Browsers list some places under names that nobody there would look for. */
const NAMES_NOW: Readonly<Record<string, string>> = {
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
}

const zones = [...new Set(Intl.supportedValuesOf('timeZone').map((zone) => NAMES_NOW[zone] ?? zone))].sort()
/** Made once: forty suppliers have forty of these lists. */
const options = zones.map((zone) => <option key={zone}>{zone}</option>)

interface ZoneSelectProps {
  id?: string
  label: string
  /** The label for no zone; without it one must be chosen. */
  none?: string
  zone: string
  onChoose: (zone: string) => void
}

/** The zones that this browser knows; a chosen one that it does not know stays. */
export function ZoneSelect({ id, label, none, zone, onChoose }: ZoneSelectProps) {
  return (
    <select
      {...(id === undefined ? {} : { id })}
      className={fieldStyles.textField}
      aria-label={label}
      value={zone}
      onChange={(event) => onChoose(event.currentTarget.value)}
    >
      {none !== undefined && <option value="">{none}</option>}
      {zone !== '' && !zones.includes(zone) && <option>{zone}</option>}
      {options}
    </select>
  )
}
