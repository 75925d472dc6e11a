import { type FormEvent, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { lazyPart } from '../../shared/loading/lazy-part.ts'
import { useHasScripts } from '../../shared/served-page/use-live.ts'
import textStyles from '../../shared/ui/styles/text.module.css'
import { useWords } from '../../shared/words/language.tsx'
import answerStyles from './answer.module.css'
import { useDrawnParts } from './drawn-parts.ts'
import { ExampleForms } from './items/item-example.tsx'
import { ItemList } from './items/item-list.tsx'
import itemsStyles from './items/items.module.css'
import { loadAnswering, loadCodePart, loadUnderWay } from './load-late.ts'
import { WhoFields } from './proof/who-fields.tsx'
import { useTaking } from './sealed/use-taking.ts'
import { SendPart } from './sending/send-part.tsx'
import { type SubmissionSession, useSessionState, useSubmissionSession } from './submission-session.tsx'
import { answerWords } from './words/answer-words.ts'

const UnderWay = lazyPart(loadUnderWay)
const CodePart = lazyPart(loadCodePart)

/** One form for everything: without scripts the server takes all of it; with them the page sends it file by file. */
export function AnswerForm() {
  const session = useSubmissionSession()
  const step = useSessionState((state) => state.step.is)
  const isBusy = step === 'sending' || step === 'submitting' || step === 'halted'
  const { state, hasRoom } = useSessionState(({ request }) => request)
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
        <Suspense fallback={<p role="status" className={answerStyles.underWayComing} />}>
          <UnderWay />
        </Suspense>
      )}
      <ExampleForms />
      {canSend && !isLive && (
        <Suspense fallback={null}>
          <PlainProof />
        </Suspense>
      )}
      <PlainForm session={session} isHidden={isBusy} isComing={isComing}>
        <ItemList canSend={canSend} />
        {isComing && <p className={`${itemsStyles.formComing} ${textStyles.soft}`}>{opening}</p>}
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
  session: SubmissionSession
  isHidden: boolean
  /** Scripts draw its fields. */
  isComing: boolean
  children: ReactNode
}

function PlainForm({ session, isHidden, isComing, children }: PlainFormProps) {
  const isLive = useHasScripts()
  const form = useRef<HTMLFormElement>(null)
  const complaint = useSessionState((state) => state.complaint)
  const isUnproven = useSessionState(({ provenEmail }) => session.page.proof !== null && provenEmail === null)
  const isSealed = useSessionState(({ request }) => request.sealing !== null)
  useEffect(() => {
    if (complaint === null) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
  }, [complaint])
  const { slug, user } = session.link
  const submit = (event: FormEvent) => {
    event.preventDefault()
    loadAnswering().then(
      ({ sendChosen }) => sendChosen(session),
      (failure: unknown) => session.set({ failure }),
    )
  }
  return (
    <form
      ref={form}
      className={itemsStyles.answerForm}
      // No browser may send unsealed files by itself: this method sends nothing.
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
