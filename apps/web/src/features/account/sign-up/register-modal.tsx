import { Modal } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Dialog } from '../ui/dialog.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { accountsWords } from '../words/accounts.ts'
import { useWords } from '../words/language.tsx'
import { shellWords } from '../words/shell.ts'
import { SignUpForm } from './sign-up-form.tsx'
import './register-modal.css'

/** Signing up over the home page, whose draft stays as it is. */
export function RegisterModal() {
  const words = useWords(accountsWords)
  const { close } = useWords(shellWords)
  const navigate = useNavigate()
  usePageTitle(words.signUpTitle)
  return (
    <Dialog opened hasAddress onClose={() => void navigate({ to: '/' })} size={440} centered>
      <Modal.Overlay />
      <Modal.Content aria-label={words.signUpTitle} className="register-content">
        <Modal.Body className="register">
          <SignUpForm
            takesFocus
            intro={
              <>
                <h1>{words.signUpTitle}</h1>
                <p className="soft register-text">{words.signUpText}</p>
              </>
            }
          />
          <Modal.CloseButton className="register-close" aria-label={close} iconSize={20} />
        </Modal.Body>
      </Modal.Content>
    </Dialog>
  )
}
