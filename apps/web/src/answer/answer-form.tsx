import { type FormEvent, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLive } from '../download/use-live.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { type Desk, useDesk, useDeskState } from './desk.tsx'
import { loadCodePart, loadSending, loadUnderWay } from './load-late.ts'
import { PlainProof } from './plain-proof.tsx'
import { SendPart } from './send-part.tsx'
import { ExampleForms } from './slot-example.tsx'
import { SlotList } from './slot-list.tsx'
import { WhoFields } from './who-fields.tsx'

const UnderWay = lazyPart(loadUnderWay)
const CodePart = lazyPart(loadCodePart)

/** One form for all of it: without scripts the server takes it whole; with them the page does, file by file. */
export function AnswerForm() {
  const desk = useDesk()
  const step = useDeskState((state) => state.step.is)
  const isBusy = step === 'sending' || step === 'handing-in' || step === 'halted'
  const { state, hasRoom } = useDeskState(({ request }) => request)
  const canSend = state === 'open' && hasRoom
  return (
    <>
      {isBusy && (
        <Suspense fallback={<p role="status" className="under-way-coming" />}>
          <UnderWay />
        </Suspense>
      )}
      <ExampleForms />
      {canSend && <PlainProof />}
      <PlainForm desk={desk} isHidden={isBusy}>
        <SlotList canSend={canSend} />
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
  children: ReactNode
}

function PlainForm({ desk, isHidden, children }: PlainFormProps) {
  const isLive = useLive()
  const form = useRef<HTMLFormElement>(null)
  const complaint = useDeskState((state) => state.complaint)
  const isUnproven = useDeskState(({ provenEmail }) => desk.page.proof !== null && provenEmail === null)
  useEffect(() => {
    if (complaint === null) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
  }, [complaint])
  const { slug, user } = desk.link
  const submit = (event: FormEvent) => {
    event.preventDefault()
    loadSending().then(
      ({ sendChosen }) => sendChosen(desk),
      (failure: unknown) => desk.set({ failure }),
    )
  }
  return (
    <form
      ref={form}
      className="answer-form"
      method="post"
      action={`/r/${slug}/files`}
      encType="multipart/form-data"
      noValidate={isLive}
      hidden={isHidden}
      data-unproven={isUnproven || undefined}
      onSubmit={submit}
    >
      <input type="hidden" name="user" value={user ?? ''} />
      {children}
    </form>
  )
}
