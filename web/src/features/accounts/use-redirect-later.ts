import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

const REDIRECT_AFTER_MS = 3000

/** Leaves time to read the page. Stays if the path is null. */
export function useRedirectLater(path: string | null): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (path === null) return
    const timer = setTimeout(() => navigate(path, { replace: true }), REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [path, navigate])
}
