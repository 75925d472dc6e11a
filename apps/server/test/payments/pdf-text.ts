import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of a PDF, page after page, without spaces. */
export async function pdfText(data: Uint8Array): Promise<string> {
  const document = await getDocument({ data: Uint8Array.from(data), verbosity: 0 }).promise
  let text = ''
  for (let page = 1; page <= document.numPages; page += 1) {
    const { items } = await (await document.getPage(page)).getTextContent()
    text += items.map((item) => ('str' in item ? item.str : '')).join('')
  }
  return text.replaceAll(/\s+/g, '')
}
