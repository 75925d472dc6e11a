import { expiryOptions } from '@waybill/contract/transfers/expiry'
import { Suspense, useRef, useState } from 'react'
import { useQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { lazyPart } from '../../../shared/loading/lazy-part.ts'
import layoutStyles from '../../../shared/ui/styles/layout.module.css'
import textStyles from '../../../shared/ui/styles/text.module.css'
import { useWords } from '../../../shared/words/language.tsx'
import quickSendStyles from '../screens/quick-send.module.css'
import { quickSendWords } from './words/quick-send-words.ts'

const OptionsDrawer = lazyPart(async () => (await import('./options-drawer.tsx')).OptionsDrawer)

/** How the transfer is sent and when it expires, in a few words; the options stay folded until the user opens them. */
export function OptionsLine() {
  const words = useWords(quickSendWords)
  const { expirySeconds, sendAs } = useQuickSend((state) => state.draft)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  const expiry = expiryOptions.find(({ seconds }) => seconds === expirySeconds)?.key ?? 'week'
  const open = () => {
    setOpened(true)
    setOpen(true)
  }
  const button = useRef<HTMLButtonElement>(null)
  // A drawer that opens after its code loads has not seen the focus before it.
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <div className={`${layoutStyles.ends} ${textStyles.soft} ${layoutStyles.medium} ${quickSendStyles.optionsLine}`}>
      <span>
        {words.expiresIn[expiry]} · {sendAs === 'email' ? words.byEmail : words.byLink}
      </span>
      <button ref={button} type="button" className={textStyles.quietButton} aria-haspopup="dialog" onClick={open}>
        {words.options}
      </button>
      {wasOpened && (
        <Suspense fallback={null}>
          <OptionsDrawer isOpen={isOpen} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}
