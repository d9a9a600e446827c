export const PROBLEM_TYPE = 'application/problem+json';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** An error answer: an HTTP status, a sentence for people, and a `type` where programs must distinguish cases. */
export interface ProblemFields {
  status: number;
  detail: string;
  type?: string;
  extra?: Readonly<Record<string, unknown>>;
}

export function problem({ status, detail, type, extra }: ProblemFields): Record<string, unknown> {
  return { type: type ?? 'about:blank', title: TITLES[status] ?? 'Error', status, detail, ...extra };
}

/** An error as an HTTP message: `application/problem+json` (RFC 9457), never cached. */
export function problemMessage(fields: ProblemFields, headers: Record<string, string> = {}) {
  return {
    status: fields.status,
    headers: { 'Content-Type': PROBLEM_TYPE, 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify(problem(fields)),
  };
}

export function problemResponse(fields: ProblemFields, headers?: Record<string, string>): Response {
  const { body, ...init } = problemMessage(fields, headers);
  return new Response(body, init);
}
