import { useWords } from '../words/language.tsx'
import { shellWords } from '../words/shell.ts'
import './footer.css'

/** Who we are, and whose data the places come from: its licence asks for the name wherever a place is shown. */
export function Footer() {
  const words = useWords(shellWords)
  return (
    <footer className="footer">
      <span>{words.footerLine}</span>
      <a href="https://db-ip.com" rel="noreferrer">
        {words.place}
      </a>
    </footer>
  )
}
