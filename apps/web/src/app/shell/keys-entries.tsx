import { Menu } from '../../shared/ui/dialogs/drop-menu.tsx'
import { showKeys, showPalette } from '../../shared/ui/keys/keys-sheet-state.ts'
import { keysWords } from '../../shared/ui/keys/words/keys-words.ts'
import { Drawing, Icon } from '../../shared/ui/marks/icons.tsx'
import { useWords } from '../../shared/words/language.tsx'

const KEYBOARD = 'M3 7h18v10H3zM6.5 10.5h1M10 10.5h1M13.5 10.5h1M17 10.5h1M8 14h8'

/** The command palette and the list of keys, for those who point. */
export function KeysEntries() {
  const words = useWords(keysWords)
  return (
    <>
      <Menu.Item leftSection={<Icon name="search" />} onClick={() => showPalette(true)}>
        {words.palette}
      </Menu.Item>
      <Menu.Item leftSection={<Drawing path={KEYBOARD} />} onClick={() => showKeys(true)}>
        {words.title}
      </Menu.Item>
    </>
  )
}
