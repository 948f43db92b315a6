import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

const REDIRECT_AFTER_MS = 3000

/** Goes to another page once what stands on this one has been read; stays where there is none to go to. */
export function useRedirectLater(path: string | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (path === null) return
    const timer = setTimeout(() => navigate(path, { replace: true }), REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [path, navigate])
}
