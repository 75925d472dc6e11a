import { formatBytes } from '@waybill/contract/core/sizes'
import type { RegionMove, RegionSettings } from '@waybill/contract/uploads/region-endpoints'
import type { Region } from '@waybill/contract/uploads/regions'
import { type FormEvent, useState } from 'react'
import { useMutation } from '../../shared/api/use-mutation.ts'
import { regionNames } from '../../shared/places/region-names.ts'
import { ChoiceSelect } from '../../shared/settings/choice-select.tsx'
import { Button } from '../../shared/ui/fields/button.ts'
import { FailureLine } from '../../shared/ui/fields/failure-line.tsx'
import layoutStyles from '../../shared/ui/styles/layout.module.css'
import partsStyles from '../../shared/ui/styles/parts.module.css'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useLanguage, useWords } from '../../shared/words/language.tsx'
import { LoadedPart } from './loaded-part.tsx'
import { chooseRegion, isUnderWay, useRegion } from './use-region.ts'
import { regionWords } from './words/region-words.ts'

/** Where the workspace's files are stored; hidden where there is one store. */
export function RegionPart() {
  const words = useWords(regionWords)
  const query = useRegion()
  if (query.data === undefined ? query.error === null : query.data.regions.length < 2) return null
  return (
    <LoadedPart title={words.title} text={words.text} query={query} words={words} article="regions">
      {(settings) => <Loaded key={settings.region} settings={settings} />}
    </LoadedPart>
  )
}

function Loaded({ settings }: { settings: RegionSettings }) {
  const words = useWords(regionWords)
  const { language } = useLanguage()
  const { isBusy, error, forgive, save } = useMutation()
  const [chosen, setChosen] = useState<Region>(settings.region)
  const [movesFiles, setMoves] = useState(true)
  const { files, bytes } = settings.elsewhere
  const isOther = chosen !== settings.region
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(() => chooseRegion(chosen, isOther ? movesFiles : true), isOther ? words.saved : words.started)
  }
  return (
    <form className={layoutStyles.stackClose} onSubmit={submit}>
      <ChoiceSelect
        label={words.choose}
        value={chosen}
        choices={settings.regions.map((value) => ({ value, name: regionNames[language][value] }))}
        onChoose={(region) => {
          forgive()
          setChosen(region)
        }}
      />
      {isOther && (
        <label className={partsStyles.tick}>
          <input type="checkbox" checked={movesFiles} onChange={(event) => setMoves(event.currentTarget.checked)} />
          <span>
            {words.movesAll}
            <span className={textStyles.soft}> {words.movesText}</span>
          </span>
        </label>
      )}
      {settings.move && <MoveState move={settings.move} />}
      {!isOther && files > 0 && !isUnderWay(settings) && (
        <p>{words.elsewhere(words.files(files), formatBytes(bytes, language))}</p>
      )}
      <FailureLine>{error}</FailureLine>
      {(isOther || (files > 0 && !isUnderWay(settings))) && (
        <div className={layoutStyles.row}>
          <Button type="submit" loading={isBusy}>
            {isOther ? words.save : words.moveNow}
          </Button>
        </div>
      )}
    </form>
  )
}

function MoveState({ move }: { move: RegionMove }) {
  const words = useWords(regionWords)
  const { language } = useLanguage()
  const names = regionNames[language]
  const to = names[move.region]
  const [moved, all] = [words.files(move.movedFiles), words.files(move.files)]
  return (
    <div className={layoutStyles.stackTight} role="status">
      {move.state === 'done' ? (
        <p>{words.done(moved, to)}</p>
      ) : move.state === 'stopped' ? (
        <p>{words.stopped(moved, to)}</p>
      ) : (
        <p>{words.progress(moved, all, to)}</p>
      )}
      {move.state === 'waits-store' && (
        <p className={layoutStyles.warned}>{words.waitsStore(names[move.away ?? move.region])}</p>
      )}
      {move.state === 'waits-uploads' && <p className={textStyles.soft}>{words.waitsUploads}</p>}
      {move.keptFiles > 0 && <p className={layoutStyles.warned}>{words.kept(words.files(move.keptFiles))}</p>}
    </div>
  )
}
