import { readBytes } from '../../../base/read-bytes.ts';

/** The form of a request whose body nobody has limited before: see server/http/bodies.ts. */
export async function readForm(request: Request, maxBytes: number): Promise<FormData | 'too-large' | 'unreadable'> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes === null) return 'too-large';
  const headers = { 'Content-Type': request.headers.get('Content-Type') ?? '' };
  try {
    return await new Response(bytes, { headers }).formData();
  } catch {
    return 'unreadable';
  }
}
