import { type FormEvent, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { lazyPart } from '../../shared/loading/lazy-part.ts'
import { useHasScripts } from '../../shared/served-page/use-live.ts'
import { useWords } from '../../shared/words/language.tsx'
import { type Desk, useDesk, useDeskState } from './desk.tsx'
import { useDrawnParts } from './drawn-parts.ts'
import { ExampleForms } from './items/item-example.tsx'
import { ItemList } from './items/item-list.tsx'
import { loadAnswering, loadCodePart, loadUnderWay } from './load-late.ts'
import { WhoFields } from './proof/who-fields.tsx'
import { useTaking } from './sealed/use-taking.ts'
import { SendPart } from './sending/send-part.tsx'
import { answerWords } from './words/answer-words.ts'

const UnderWay = lazyPart(loadUnderWay)
const CodePart = lazyPart(loadCodePart)

/** One form for all of it: without scripts the server takes it whole; with them the page does, file by file. */
export function AnswerForm() {
  const desk = useDesk()
  const step = useDeskState((state) => state.step.is)
  const isBusy = step === 'sending' || step === 'handing-in' || step === 'halted'
  const { state, hasRoom } = useDeskState(({ request }) => request)
  const isOpen = state === 'open' && hasRoom
  const taking = useTaking()
  const canSend = isOpen && taking === 'now'
  const isComing = isOpen && taking === 'with-scripts'
  const isLive = useHasScripts()
  const { PlainProof } = useDrawnParts()
  const { opening } = useWords(answerWords)
  return (
    <>
      {isBusy && (
        <Suspense fallback={<p role="status" className="under-way-coming" />}>
          <UnderWay />
        </Suspense>
      )}
      <ExampleForms />
      {canSend && !isLive && (
        <Suspense fallback={null}>
          <PlainProof />
        </Suspense>
      )}
      <PlainForm desk={desk} isHidden={isBusy} isComing={isComing}>
        <ItemList canSend={canSend} />
        {isComing && <p className="form-coming soft">{opening}</p>}
        {canSend && (
          <>
            <WhoFields />
            {step === 'code' ? (
              <Suspense fallback={null}>
                <CodePart />
              </Suspense>
            ) : (
              <SendPart />
            )}
          </>
        )}
      </PlainForm>
    </>
  )
}

interface PlainFormProps {
  desk: Desk
  isHidden: boolean
  /** Its fields come with the scripts. */
  isComing: boolean
  children: ReactNode
}

function PlainForm({ desk, isHidden, isComing, children }: PlainFormProps) {
  const isLive = useHasScripts()
  const form = useRef<HTMLFormElement>(null)
  const complaint = useDeskState((state) => state.complaint)
  const isUnproven = useDeskState(({ provenEmail }) => desk.page.proof !== null && provenEmail === null)
  const isSealed = useDeskState(({ request }) => request.sealing !== null)
  useEffect(() => {
    if (complaint === null) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
  }, [complaint])
  const { slug, user } = desk.link
  const submit = (event: FormEvent) => {
    event.preventDefault()
    loadAnswering().then(
      ({ sendChosen }) => sendChosen(desk),
      (failure: unknown) => desk.set({ failure }),
    )
  }
  return (
    <form
      ref={form}
      className="answer-form"
      // What is to be sealed no browser may send by itself: this method sends nothing.
      method={isSealed ? 'dialog' : 'post'}
      action={isSealed ? undefined : `/r/${slug}/files`}
      encType="multipart/form-data"
      noValidate={isLive}
      hidden={isHidden}
      data-unproven={isUnproven || undefined}
      data-coming={isComing || undefined}
      onSubmit={submit}
    >
      <input type="hidden" name="user" value={user ?? ''} />
      {children}
    </form>
  )
}
