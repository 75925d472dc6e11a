import type { RecordingKind } from '@waybill/contract/transfers/recordings'
import { useEffect, useId, useState } from 'react'
import fieldStyles from '../ui/fields/field.module.css'
import partsStyles from '../ui/styles/parts.module.css'
import textStyles from '../ui/styles/text.module.css'
import { useWords } from '../words/language.tsx'
import { canRecordScreen } from './formats.ts'
import { listDevices, type Picture } from './open-source.ts'
import styles from './recording.module.css'
import type { useRecording } from './use-recording.ts'
import { recordingWords } from './words/recording-words.ts'

interface DeviceChoiceProps {
  kind: RecordingKind
  recording: ReturnType<typeof useRecording>
}

const pictures: readonly Picture[] = ['camera', 'screen', 'both']
const SILENT = 'silent'

/** Camera, screen or both, and which devices; gone while it records. */
export function DeviceChoice({ kind, recording: { phase, wanted, want } }: DeviceChoiceProps) {
  const words = useWords(recordingWords)
  const group = useId()
  const { cameras, microphones } = useDevices(phase.is)
  if (!['opening', 'ready', 'refused'].includes(phase.is)) return null
  const silent = kind === 'video' ? [{ value: SILENT, label: words.silent }] : []
  return (
    <>
      {kind === 'video' && canRecordScreen() && (
        <fieldset className={partsStyles.segments}>
          <legend className={textStyles.unseen}>{words.pictures}</legend>
          {pictures.map((picture) => (
            <label key={picture}>
              <input
                type="radio"
                name={group}
                checked={wanted.picture === picture}
                onChange={() => want({ picture })}
              />
              {words.picture[picture]}
            </label>
          ))}
        </fieldset>
      )}
      <div className={styles.devices}>
        {wanted.picture !== null && wanted.picture !== 'screen' && (
          <DeviceSelect
            label={words.camera}
            options={optionsOf(cameras, words.camera, words)}
            value={wanted.camera}
            onChoose={(camera) => want({ camera })}
          />
        )}
        <DeviceSelect
          label={words.microphone}
          options={[...optionsOf(microphones, words.microphone, words), ...silent]}
          value={wanted.microphone ?? SILENT}
          onChoose={(value) => want({ microphone: value === SILENT ? null : value })}
        />
      </div>
    </>
  )
}

type Devices = Awaited<ReturnType<typeof listDevices>>

/** Listed again when a device comes or goes, and once a permission lets the browser name them. */
function useDevices(phase: string): Devices {
  const [devices, setDevices] = useState<Devices>({ cameras: [], microphones: [] })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a phase may bring the permission
  useEffect(() => {
    let isOver = false
    const list = () => void listDevices().then((found) => !isOver && setDevices(found))
    list()
    navigator.mediaDevices.addEventListener('devicechange', list)
    return () => {
      isOver = true
      navigator.mediaDevices.removeEventListener('devicechange', list)
    }
  }, [phase])
  return devices
}

interface Option {
  value: string
  label: string
}

function optionsOf(
  devices: readonly MediaDeviceInfo[],
  kind: string,
  { usual, nameless }: (typeof recordingWords)['en'],
): Option[] {
  const named = devices
    .filter(({ deviceId }) => deviceId !== 'default')
    .map(({ deviceId, label }, nth) => ({ value: deviceId, label: label || nameless(kind, nth + 1) }))
  return [{ value: '', label: usual }, ...named]
}

interface DeviceSelectProps {
  label: string
  options: readonly Option[]
  value: string
  onChoose: (value: string) => void
}

function DeviceSelect({ label, options, value, onChoose }: DeviceSelectProps) {
  return (
    <label className={styles.device}>
      {label}
      <select className={fieldStyles.textField} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  )
}
