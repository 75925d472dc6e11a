import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useId, useState } from 'react'
import { Dialog, DialogContent } from '../../../shared/ui/dialogs/dialog.tsx'
import fieldStyles from '../../../shared/ui/fields/field.module.css'
import { isComposing } from '../../../shared/ui/keys/is-composing.ts'
import styles from '../../../shared/ui/keys/keys.module.css'
import { keysWords } from '../../../shared/ui/keys/words/keys-words.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import { dashWords } from '../words/dash-words.ts'
import { type Group, type Target, useFound } from './use-found.ts'

const pages = ['transfers', 'requests', 'library', 'contacts', 'analytics', 'account'] as const

/** Pages whose name has the typed text. */
function usePages(typed: string): readonly Target[] {
  const words = useWords(dashWords)
  const wanted = typed.trim().toLowerCase()
  return pages
    .map((page) => ({ key: page, title: words[page], note: '', path: `/dash/${page}` }))
    .filter(({ title }) => title.toLowerCase().includes(wanted))
}

/** Finds a page, a transfer, a contact or a request, and leads to it: a combobox over the page. */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const words = useWords(keysWords)
  return (
    <Dialog opened={isOpen} onClose={onClose} size={560} yOffset="12vh">
      <DialogContent label={words.palette} isPadded>
        <Finder onClose={onClose} />
      </DialogContent>
    </Dialog>
  )
}

function Finder({ onClose }: { onClose: () => void }) {
  const words = useWords(keysWords)
  const id = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const { groups, isSearching, isFailed } = useFound(typed)
  const places = { name: 'pages' as const, targets: usePages(typed) }
  const shown = (typed === '' ? [...groups, places] : [places, ...groups]).filter(({ targets }) => targets.length > 0)
  const all = shown.flatMap(({ targets }) => targets)
  const at = Math.min(chosen, all.length - 1)
  const go = ({ path, search = {} }: Target) => {
    onClose()
    void navigate({ to: path as '/', search: search as never })
  }
  const type = (text: string) => {
    setTyped(text)
    setChosen(0)
  }
  const state = isFailed ? words.failed : isSearching ? words.searching : null
  return (
    <>
      <input
        className={fieldStyles.textField}
        role="combobox"
        aria-expanded={all.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={all[at] && `${id}-${all[at].key}`}
        aria-label={words.palette}
        placeholder={words.paletteHint}
        autoComplete="off"
        data-autofocus
        maxLength={200}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={(event) => moveBy(event, { all, at, choose: setChosen, go })}
      />
      <Found id={id} shown={shown} chosen={all[at]} onPoint={(target) => setChosen(all.indexOf(target))} onGo={go} />
      <p className={`${textStyles.soft} ${layoutStyles.small}`} role="status">
        {state ?? (all.length > 0 ? words.found(all.length) : words.nothing)}
      </p>
    </>
  )
}

interface Moving {
  all: readonly Target[]
  at: number
  choose: (at: number) => void
  go: (target: Target) => void
}

/** Arrows choose, Enter goes. The keys of an input method choose among its own words. */
function moveBy(event: KeyboardEvent, { all, at, choose, go }: Moving): void {
  if (isComposing(event.nativeEvent)) return
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const target = all[at]
  if (by !== undefined && all.length > 0) choose((at + by + all.length) % all.length)
  else if (event.key === 'Enter' && target) go(target)
  else return
  event.preventDefault()
}

interface FoundProps {
  id: string
  shown: ReadonlyArray<{ name: Group['name'] | 'pages'; targets: readonly Target[] }>
  chosen: Target | undefined
  onPoint: (target: Target) => void
  onGo: (target: Target) => void
}

function Found({ id, shown, chosen, onPoint, onGo }: FoundProps) {
  const words = useWords(keysWords)
  return (
    <div id={`${id}-list`} className={styles.paletteList} role="listbox" aria-label={words.palette}>
      {shown.map(({ name, targets }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups of options, and no fieldset
        <div key={name} role="group" aria-label={words[name]}>
          <div role="presentation" className={`${textStyles.soft} ${layoutStyles.small}`}>
            {words[name]}
          </div>
          {targets.map((target) => (
            <Option
              key={target.key}
              id={`${id}-${target.key}`}
              target={target}
              isChosen={target === chosen}
              onPoint={() => onPoint(target)}
              onGo={() => onGo(target)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface OptionProps {
  id: string
  target: Target
  isChosen: boolean
  onPoint: () => void
  onGo: () => void
}

function Option({ id, target, isChosen, onPoint, onGo }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox has the focus and the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      ref={(node) => {
        if (isChosen) node?.scrollIntoView({ block: 'nearest' })
      }}
      onPointerMove={onPoint}
      onClick={onGo}
    >
      <span className={layoutStyles.cut}>{target.title}</span>
      {target.note && (
        <span className={`${textStyles.soft} ${layoutStyles.small} ${layoutStyles.cut}`}>{target.note}</span>
      )}
    </div>
  )
}
